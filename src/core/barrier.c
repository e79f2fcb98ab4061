#include "core/barrier.h"

void
barrier_init(struct barrier *barrier, unsigned parties)
{
	pthread_mutex_init(&barrier->lock, NULL);
	pthread_cond_init(&barrier->changed, NULL);
	barrier->parties = parties;
	barrier->waiting = 0;
	barrier->round = 0;
}

void
barrier_release(struct barrier *barrier)
{
	pthread_cond_destroy(&barrier->changed);
	pthread_mutex_destroy(&barrier->lock);
}

static void
come(struct barrier *barrier)
{
	if (++barrier->waiting < barrier->parties)
		return;
	barrier->waiting = 0;
	barrier->round++;
	pthread_cond_broadcast(&barrier->changed);
}

void
barrier_pass(struct barrier *barrier)
{
	pthread_mutex_lock(&barrier->lock);
	come(barrier);
	pthread_mutex_unlock(&barrier->lock);
}

void
barrier_wait(struct barrier *barrier)
{
	unsigned round;

	pthread_mutex_lock(&barrier->lock);
	round = barrier->round;
	come(barrier);
	while (round == barrier->round)
		pthread_cond_wait(&barrier->changed, &barrier->lock);
	pthread_mutex_unlock(&barrier->lock);
}
