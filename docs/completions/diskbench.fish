# fish completion of diskbench. Made by 'diskbench help fish'; do not edit.

complete -c diskbench -n __fish_use_subcommand -a run -d 'measure TARGET: a directory (default: the current one), a device or a file; or time COMMAND in it'
complete -c diskbench -n __fish_use_subcommand -a compare -d 'say what differs between two or more results, and what is proven'
complete -c diskbench -n __fish_use_subcommand -a convert -d 'read results in any format, `-` is standard input, and write them'
complete -c diskbench -n __fish_use_subcommand -a list -d 'what there is to choose from'
complete -c diskbench -n __fish_use_subcommand -a help -d 'explain a command or a topic'
complete -c diskbench -n '__fish_seen_subcommand_from list' -a 'tests formats engines'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s d -l directory -d 'directory under test, the same as TARGET' -x -a '(__fish_complete_directories)'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s t -l tests -d 'tests or suites to run, see `diskbench list tests`' -x -a 'bonnie raw tio tree probe command putc write rewrite getc read seeks seq-create seq-stat seq-delete ran-create ran-stat ran-delete RR SR RW SW zones tio-write tio-rwrite tio-read tio-rread tree-make tree-copy tree-read tree-stat tree-delete latency fsync command'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s s -l size -d 'size of the test file in MiB or with a unit; chunk in bytes, a multiple of 512 up to 16m; random seeks and the seekers that share them; 0 skips the file-I/O part' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s n -l files -d 'number of files in units of 1024, their largest and smallest size (MAX -1: hard links, -2: symbolic links), directories, bytes a write; 0 skips the file-metadata part' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l tree -d 'the tree of the tree tests: files, links included; their mean size; levels of directories; directories' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l tree-from -d 'a tree that is there for the tree tests to read and copy from; it is never written to' -x -a '(__fish_complete_directories)'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l prepare -d 'command to run before the timed one, untimed; split at blanks, with quotes, without a shell' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l cleanup -d 'the same, after the timed one' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s f -l fast -d 'skip the per-char tests, or with SIZE (MiB, glued: -f10) limit them to that much'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s c -l workers -d 'workers at the same time, each with its own file of SIZE/N' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l count -d 'transfers of a raw, tio or probe test, all workers together' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l block -d 'size of a transfer of these tests, a multiple of 512 up to 16m' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l threads -d 'workers of these tests; of several numbers each is a run of its own' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l depth -d 'requests that each of them has under way at once, with an engine that has a queue' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l rate -d 'transfers a second of all of them, due whether or not the one before is done; latency counts from when it was due' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l mix -d 'share of writes among random reads (RR)' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l sweep -d 'a run for each value of LIST (chunk=4k,64k,1m), and a table of them' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l destroy -d 'allow writes to exactly this device or file, whose contents go' -r -F
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l destroy-signature -d 'even though it carries a signature of this one kind (ext4, gpt ...)' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s b -l fsync -d 'flush to the disk after every write'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s D -l direct -d 'bypass the page cache (O_DIRECT) in every block test'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l engine -d 'how block tests move bytes, or how tree-copy copies files, see `diskbench list engines`; one of each may be given' -x -a 'sync direct mmap uring'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l cache -d 'state of the page cache before a read test: evicted and proven so, filled, or left alone' -x -a 'cold warm keep'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s r -l ram -d 'RAM to assume; 0 makes no check' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l time -d 'end each block or random test after so long' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l verify -d 'check all that was written when it is read, not one chunk in 16; what raw tests find on a device is never checked'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l compress -d 'data that a compressor makes RATIO times smaller, up to 20' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l dedupe -d 'share of the 4 KiB blocks that repeat one of 32; their place and age cannot be checked' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s z -l seed -d 'number that makes all random choices again' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s Z -l random-file -d 'random numbers from FILE, 32-bit integers in network order' -r -F
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s x -l runs -d 'repeat the whole run; a summary has mean and 95 % interval' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l interleave -d 'measure several TARGETs in turns, with -x as A B B A, so that drift cancels, and compare them'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s m -l machine -d 'name of the machine in the results' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s q -l quiet -d 'only CSV on standard output, text on standard error, no progress'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s o -l output -d 'output in FORMAT, to FILE or standard output; may be repeated, see `diskbench list formats`' -x -a 'bonnie bonnie++1 bonnie++1-csv bonnie++2 bonnie++2-csv rawio tiobench json long markdown html time time-bsd time-posix'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l save -d 'append every finished test and run to FILE at once, a JSON object a line' -r -F
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l strict -d 'figures that are not the disk`s become +++++, and the exit status 4'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l progress -d 'one live line on standard error; auto: on a terminal, and plain lines elsewhere' -x -a 'auto always never'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s v -l verbose -d 'print the plan and the seed on standard error first'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -l dry-run -d 'print the plan and what it needs, touch nothing'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s u -l user -d 'become this user before anything is touched, by name or number' -x -a '(__fish_complete_users)'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s g -l group -d 'become this group' -x -a '(__fish_complete_groups)'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s p -l processes -d 'make semaphores for N processes that run with -y s, and end; -1 removes them' -x
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s y -l synchronize -d 'before each test wait for the other processes (s), or print its number and wait for a line of input (p)' -x -a 's p'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s V -l version -d 'print the version'
complete -c diskbench -n 'not __fish_seen_subcommand_from compare convert list help' -s h -l help -d 'print this help'
complete -c diskbench -n '__fish_seen_subcommand_from compare' -l confidence -d 'how sure a difference must be, 50 to 99.999 percent' -x
complete -c diskbench -n '__fish_seen_subcommand_from compare' -l delta -d 'call equivalent what is proven to differ by less than PCT percent' -x
complete -c diskbench -n '__fish_seen_subcommand_from compare' -l pooled -d 'test with one spread for both sides, as ministat does, and say it in its words'
complete -c diskbench -n '__fish_seen_subcommand_from compare' -s o -l output -d 'what the report is written as, on standard output' -x -a 'text markdown html json long'
complete -c diskbench -n '__fish_seen_subcommand_from compare' -l explain -d 'say what each column means and what makes it lie; without FILE, of all columns there are'
complete -c diskbench -n '__fish_seen_subcommand_from compare' -s h -l help -d 'print this help'
complete -c diskbench -n '__fish_seen_subcommand_from convert' -s o -l output -d 'output in FORMAT, to FILE or standard output; may be repeated, see `diskbench list formats`' -x -a 'bonnie bonnie++1 bonnie++1-csv bonnie++2 bonnie++2-csv rawio tiobench json long markdown html time time-bsd time-posix'
complete -c diskbench -n '__fish_seen_subcommand_from convert' -l as-version -d 'version of the program where a result does not say it: bonnie++`s row of 27 fields' -x
complete -c diskbench -n '__fish_seen_subcommand_from convert' -s h -l help -d 'print this help'
