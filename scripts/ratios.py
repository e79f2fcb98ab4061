"""What the benchmarks of diskbench share: running programs, and ratios of
interleaved runs."""
import json, os, statistics, subprocess

def run(command, directory):
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout

def quantities(binary, test, arguments, directory):
    """Of one test, from its JSON: {name: value}."""
    out = run([binary, '-q', '-o', 'json', *arguments, directory], directory)
    phase = next(p for p in json.loads(out)['phases'] if p['test'] == test)
    return {name: q['value'] for name, q in phase['quantities'].items() if q['state'] == 'known'}

def spread(ratios):
    """Median and quartiles."""
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f'{middle:5.2f} [{low:.2f}..{high:.2f}]'

def offer_realtime(parser):
    parser.add_argument('-r', '--realtime', action='store_true',
                        help='with real-time priority, so that busy neighbours take no part (root)')

def take_realtime(args):
    """What is started from now on inherits it."""
    if args.realtime:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
