import { bulk } from '../../db/bulk.ts';
import type { Tx } from '../../db/connection.ts';
import { prepare } from '../../db/run-prepared.ts';
import type { Group, Step } from '../../pipeline/group.ts';
import { newId } from '../../platform/ids.ts';

/** A claim whose network has to be answered: for the first time, or because a later decision changes the answer. */
interface DueAnswer {
  install_id: string;
  network: string;
  about: string;
  ad_network_id: string;
  occurred_at: Date;
  revision: number;
  credited: boolean;
}

/**
 * A claim is answered once it was decided about: one about an install from the newest decision about that, one about a
 * session from the decision in force at its time. Of two claims of one network, the one whose ad won is credited.
 */
const listDue = prepare<DueAnswer>(`
  select c.install_id, c.network, c.about, c.ad_network_id, d.revision, a.credited,
    coalesce(c.occurred_at, d.in_force_from) as occurred_at
  from network_claims c
  join connections n on n.project_id = $1::uuid and n.connection_id = c.ad_network_id and n.removed_at is null
  join lateral (select * from decisions d where d.project_id = $1::uuid and d.install_id = c.install_id
      and case when c.about = 'install' then d.kind in ('install', 'reinstall')
        else d.in_force_from <= c.occurred_at end
    order by case when c.about <> 'install' then d.in_force_from end desc, d.revision desc limit 1) d on true
  cross join lateral (select d.network = c.network and not exists (
    select from jsonb_array_elements(d.receipt::jsonb -> 'touches') t where t ->> 'id' = d.touch_id::text
      and t ? 'claim' and t -> 'claim' ->> 'adId' is distinct from c.ad_id) as credited) a
  where c.project_id = $1::uuid and c.install_id = any($2::text[]) and c.answer ? 'ad_events'
    and c.applied_at is not null and c.credited is distinct from a.credited
  order by c.install_id, c.about, c.ad_network_id
  for update of c`);

interface Answer extends DueAnswer {
  answer_id: string;
}

const ANSWERS = bulk<Answer>({
  install_id: 'text',
  network: 'text',
  about: 'text',
  ad_network_id: 'uuid',
  occurred_at: 'timestamptz',
  revision: 'int',
  credited: 'boolean',
  answer_id: 'uuid',
});

const plan = prepare(`
  with answers as (select * from ${ANSWERS.table(3)}),
  answered as (update network_claims c set credited = r.credited, answer_id = r.answer_id
    from answers r where c.project_id = $1::uuid and c.install_id = r.install_id and c.network = r.network
      and c.about = r.about and c.ad_network_id = r.ad_network_id)
  insert into deliveries (project_id, source_id, connection_id, kind, name, install_id, occurred_at, revision,
    planned_at, state, due_at)
  select $1::uuid, r.answer_id, r.ad_network_id, 'claim_answer', '$claim_answer', r.install_id, r.occurred_at, r.revision,
    $2::timestamptz, 'waiting', $2::timestamptz
  from answers r`);

interface Answering {
  projectId: string;
  installIds: string[];
  now: Date;
}

/** Plans what networks are answered that claimed these installs. Gives how many answers there are. */
async function answerClaims(tx: Tx, { projectId, installIds, now }: Answering): Promise<number> {
  const due = await listDue(tx, [projectId, installIds]);
  if (due.length === 0) return 0;
  const answers = due.map((one) => ({ ...one, answer_id: newId(one.occurred_at) }));
  await plan(tx, [projectId, now, ...ANSWERS.values(answers)]);
  return answers.length;
}

/** Networks claim an install after its first decision: before that there is nothing to answer. */
function installsOf({ decisions, claims, items }: Group): string[] {
  const connections = items[0]?.project.connections;
  if (connections && !connections.some(({ kind }) => kind === 'GOOGLE')) return [];
  const revised = decisions.filter(({ revision }) => revision > 1).map(({ install }) => install.installId);
  return [...new Set([...revised, ...claims.map(({ installId }) => installId)])];
}

/** Answers networks in the transaction that decides about what they claimed. */
export const answerDecided: Step = async (tx, group) => {
  const installIds = installsOf(group);
  if (installIds.length === 0) return;
  group.plannedMessages += await answerClaims(tx, { ...group, installIds });
};
