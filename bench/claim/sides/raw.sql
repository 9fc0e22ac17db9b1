with next as materialized (
  select id from job where state = 0 order by id limit 1 for update skip locked
)
update job set state = 1, epoch = epoch + 1, started_at = now() from next where job.id = next.id
returning job.id, job.epoch \gset
update job set state = 2, finished_at = now() where id = :id and epoch = :epoch and state = 1;
