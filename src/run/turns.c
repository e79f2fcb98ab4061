#include "run/turns.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/ipc.h>
#include <sys/sem.h>

#include "core/error.h"

enum { MODE = 0666, PROCESSES_MOST = 30000 };

/* The program has to define it: POSIX. */
union semun {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

static int
set_values(int id, unsigned processes)
{
	unsigned short values[TURNS_MOST];

	for (unsigned i = 0; i < TURNS_MOST; i++)
		values[i] = (unsigned short)processes;
	return semctl(id, 0, SETALL, (union semun){ .array = values });
}

int
turns_create(int key, unsigned processes, struct error *error)
{
	int id;

	if (!processes || processes > PROCESSES_MOST)
		return error_set(error, ERROR_USAGE,
				 "-p: '%u' processes cannot be synchronised, "
				 "want 1 to %d, or -1 to remove the semaphores",
				 processes, PROCESSES_MOST);
	id = semget(key, TURNS_MOST, IPC_CREAT | IPC_EXCL | MODE);
	if (id < 0 && errno == EEXIST)
		return error_set(error, ERROR_RUN,
				 "semaphores with key '%d' are there already, "
				 "remove them with -p -1",
				 key);
	if (id < 0)
		return error_set_errno(error, errno,
				       "cannot make semaphores with key '%d'",
				       key);
	if (set_values(id, processes) < 0) {
		int code = errno;

		semctl(id, 0, IPC_RMID);
		return error_set_errno(error, code,
				       "cannot set semaphores with key '%d'",
				       key);
	}
	return 0;
}

static int
find_set(int key, struct error *error)
{
	int id = semget(key, 0, 0);

	if (id >= 0)
		return id;
	if (errno == ENOENT)
		return error_set(error, ERROR_RUN,
				 "there are no semaphores with key '%d', make "
				 "them with -p N",
				 key);
	return error_set_errno(error, errno,
			       "cannot use semaphores with key '%d'", key);
}

int
turns_delete(int key, struct error *error)
{
	int id = find_set(key, error);

	if (id < 0)
		return -1;
	if (semctl(id, 0, IPC_RMID) < 0)
		return error_set_errno(error, errno,
				       "cannot remove semaphores with key '%d'",
				       key);
	return 0;
}

int
turns_open(struct turns *turns, int key, struct error *error)
{
	struct semid_ds facts;
	int id = find_set(key, error);

	if (id < 0)
		return -1;
	if (semctl(id, 0, IPC_STAT, (union semun){ .buf = &facts }) < 0)
		return error_set_errno(error, errno,
				       "cannot use semaphores with key '%d'",
				       key);
	*turns = (struct turns){ .id = id, .count = (unsigned)facts.sem_nsems };
	return 0;
}

/* Waits for the semaphore to be 0; 0 also when *stop is set meanwhile. */
static int
wait_for_all(struct turns *turns, const atomic_bool *stop)
{
	struct sembuf wait = { .sem_num = (unsigned short)turns->next };

	while (!atomic_load(stop)) {
		if (semop(turns->id, &wait, 1) == 0)
			return 0;
		if (errno != EINTR)
			return -1;
	}
	return 0;
}

int
turns_wait(struct turns *turns, const atomic_bool *stop, struct error *error)
{
	struct sembuf come = { .sem_num = (unsigned short)turns->next,
			       .sem_op = -1,
			       .sem_flg = IPC_NOWAIT };

	if (turns->next >= turns->count)
		return error_set(error, ERROR_RUN,
				 "all '%u' semaphores are used up: run fewer "
				 "tests or runs with -y s",
				 turns->count);
	if (semop(turns->id, &come, 1) < 0) {
		if (errno != EAGAIN)
			return error_set_errno(error, errno,
					       "cannot use semaphore '%u'",
					       turns->next);
		return error_set(error, ERROR_RUN,
				 "semaphore '%u' has seen all its processes "
				 "already: more came than -p was given",
				 turns->next);
	}
	if (wait_for_all(turns, stop) < 0)
		return error_set_errno(error, errno,
				       "cannot wait for semaphore '%u'",
				       turns->next);
	turns->next++;
	return 0;
}
