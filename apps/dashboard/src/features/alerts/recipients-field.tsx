import { useQuery } from '@tanstack/react-query';
import { may } from '@trailmark/contract/permissions';
import { useProject } from '../../project/current-project.tsx';
import { membersQuery } from '../../project/members-query.ts';
import { CheckList } from '../../report/choice-list.tsx';
import { Field } from '../../ui/field.tsx';
import { personName } from '../../words/person-name.ts';

interface RecipientsFieldProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Members who get the mails; guests see no alerts. */
export function RecipientsField({ chosen, onChange }: RecipientsFieldProps) {
  const { project_id } = useProject();
  const { data = [] } = useQuery(membersQuery(project_id));
  const options = data
    .filter(({ role }) => may(role, 'alerts.see'))
    .map((member) => ({ value: member.user_id, label: personName(member) }));
  return (
    <Field
      label="Mail to"
      group
      hint={chosen.length === 0 ? 'Nobody is mailed: the alert is only shown here.' : undefined}
    >
      <CheckList options={options} chosen={chosen} onChange={onChange} />
    </Field>
  );
}
