-- A removal that has refunded its payment no longer waits for later payments with the same id, such as the renewal of a
-- subscription.
alter table payment_removals add column applied boolean not null default false;
update payment_removals r set applied = true
from payments p
where p.project_id = r.project_id and p.payment_id = r.payment_id and p.status = 'PAYMENT_REFUNDED'
  and (r.user_id = '' or p.user_id is null or p.user_id = r.user_id);
