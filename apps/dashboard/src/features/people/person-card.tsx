import { Link } from '@tanstack/react-router';
import type { InstallView } from '@trailmark/contract/people';
import { useProject } from '../../project/current-project.tsx';
import { useProjectWords } from '../../project/project-words.ts';
import { fullValue } from '../../report/format-value.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { formatInstant } from '../../words/format-instant.ts';
import type { Person } from './people-query.ts';

interface PersonCardProps {
  person: Person;
  install: InstallView;
}

/** Who it is, as the app sent it. */
export function PersonCard({ person, install }: PersonCardProps) {
  const { timezone } = useProject();
  const { device } = useProjectWords();
  const { user_id, name, email, phone, signed_up_at } = person;
  if (user_id === null) return null;
  const paid = install.revenue.map(({ amount, currency }) =>
    fullValue({ unit: 'money' }, amount, { currency }),
  );
  return (
    <Card>
      <CardHeader title="Person" />
      <CardBody>
        <DescriptionList>
          <Description label="User" mono className="[&_dd]:break-all">
            <Link to="/users/$id" params={{ id: `u:${user_id}` }} className="link">
              {user_id}
            </Link>
          </Description>
          {name && <Description label="Name">{name}</Description>}
          {email && (
            <Description label="Address" className="[&_dd]:break-all">
              {email}
            </Description>
          )}
          {phone && <Description label="Phone">{phone}</Description>}
          {signed_up_at && (
            <Description label="Signed up">
              <time dateTime={signed_up_at}>{formatInstant(signed_up_at, timezone)}</time>
            </Description>
          )}
          <Description label={`Paid on this ${device}`}>{paid.join(' + ') || 'nothing yet'}</Description>
        </DescriptionList>
      </CardBody>
    </Card>
  );
}
