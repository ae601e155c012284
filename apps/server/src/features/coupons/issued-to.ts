import { sql } from 'kysely';

/** A person as they are known at the time: by their user id, or by an install alone. */
export interface CouponPerson {
  userId: string | null;
  installId: string | null;
}

/**
 * The issues to a person. A code that an install was given before anybody had signed in there belongs to who signed
 * in there later; one that was issued to a user belongs to nobody else who uses the phone.
 */
export const issuedTo = (projectId: string, { userId, installId }: CouponPerson) => sql`(
  select * from coupon_events where project_id = ${projectId} and type = 'issued' and user_id = ${userId}::text
  union all
  select * from coupon_events where project_id = ${projectId} and type = 'issued' and user_id is null
    and install_id in (select ${installId}::text
      union all select install_id from person_installs
        where project_id = ${projectId} and user_id = ${userId}::text))`;
