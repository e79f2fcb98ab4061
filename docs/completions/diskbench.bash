# bash completion of diskbench. Made by 'diskbench help bash'; do not edit.

_diskbench_run()
{
	case $before in
	-d|--directory)
		COMPREPLY=($(compgen -d -- "$word"))
		return
		;;
	-t|--tests)
		COMPREPLY=($(compgen -W 'bonnie raw tio tree probe command putc write rewrite getc read seeks seq-create seq-stat seq-delete ran-create ran-stat ran-delete RR SR RW SW zones tio-write tio-rwrite tio-read tio-rread tree-make tree-copy tree-read tree-stat tree-delete latency fsync command' -- "$word"))
		return
		;;
	-s|--size)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-n|--files)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--tree)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--tree-from)
		COMPREPLY=($(compgen -d -- "$word"))
		return
		;;
	--prepare)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--cleanup)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-c|--workers)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--count)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--block)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--threads)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--depth)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--rate)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--mix)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--sweep)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--destroy)
		COMPREPLY=($(compgen -f -- "$word"))
		return
		;;
	--destroy-signature)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--engine)
		COMPREPLY=($(compgen -W 'sync direct mmap uring' -- "$word"))
		return
		;;
	--cache)
		COMPREPLY=($(compgen -W 'cold warm keep' -- "$word"))
		return
		;;
	-r|--ram)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--time)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--compress)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--dedupe)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-z|--seed)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-Z|--random-file)
		COMPREPLY=($(compgen -f -- "$word"))
		return
		;;
	-x|--runs)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-m|--machine)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-o|--output)
		COMPREPLY=($(compgen -W 'bonnie bonnie++1 bonnie++1-csv bonnie++2 bonnie++2-csv rawio tiobench json long markdown html time time-bsd time-posix' -- "$word"))
		return
		;;
	--save)
		COMPREPLY=($(compgen -f -- "$word"))
		return
		;;
	--progress)
		COMPREPLY=($(compgen -W 'auto always never' -- "$word"))
		return
		;;
	-u|--user)
		COMPREPLY=($(compgen -u -- "$word"))
		return
		;;
	-g|--group)
		COMPREPLY=($(compgen -g -- "$word"))
		return
		;;
	-p|--processes)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-y|--synchronize)
		COMPREPLY=($(compgen -W 's p' -- "$word"))
		return
		;;
	esac
	case $word in
	-*)
		COMPREPLY=($(compgen -W '-d --directory -t --tests -s --size -n --files --tree --tree-from --prepare --cleanup -f --fast -c --workers --count --block --threads --depth --rate --mix --sweep --destroy --destroy-signature -b --fsync -D --direct --engine --cache -r --ram --time --verify --compress --dedupe -z --seed -Z --random-file -x --runs --interleave -m --machine -q --quiet -o --output --save --strict --progress -v --verbose --dry-run -u --user -g --group -p --processes -y --synchronize -V --version -h --help' -- "$word"))
		return
		;;
	esac
	COMPREPLY=($(compgen -f -- "$word"))
}

_diskbench_compare()
{
	case $before in
	--confidence)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	--delta)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	-o|--output)
		COMPREPLY=($(compgen -W 'text markdown html json long' -- "$word"))
		return
		;;
	esac
	case $word in
	-*)
		COMPREPLY=($(compgen -W '--confidence --delta --pooled -o --output --explain -h --help' -- "$word"))
		return
		;;
	esac
	COMPREPLY=($(compgen -f -- "$word"))
}

_diskbench_convert()
{
	case $before in
	-o|--output)
		COMPREPLY=($(compgen -W 'bonnie bonnie++1 bonnie++1-csv bonnie++2 bonnie++2-csv rawio tiobench json long markdown html time time-bsd time-posix' -- "$word"))
		return
		;;
	--as-version)
		COMPREPLY=($(compgen -W '' -- "$word"))
		return
		;;
	esac
	case $word in
	-*)
		COMPREPLY=($(compgen -W '-o --output --as-version -h --help' -- "$word"))
		return
		;;
	esac
	COMPREPLY=($(compgen -f -- "$word"))
}

_diskbench()
{
	local word=${COMP_WORDS[COMP_CWORD]}
	local before=${COMP_WORDS[COMP_CWORD - 1]}

	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ] && [ "${word#-}" = "$word" ]; then
		COMPREPLY=($(compgen -W 'run compare convert list help' -- "$word")
			$(compgen -d -- "$word"))
		return
	fi
	case ${COMP_WORDS[1]} in
	list)
		COMPREPLY=($(compgen -W 'tests formats engines' -- "$word"))
		;;
	help)
		COMPREPLY=($(compgen -W 'options tests formats engines sizes verdicts run compare convert list help' -- "$word"))
		;;
	compare)
		_diskbench_compare
		;;
	convert)
		_diskbench_convert
		;;
	*)
		_diskbench_run
		;;
	esac
}
complete -o filenames -F _diskbench diskbench
