import type { InstallView } from '@trailmark/contract/people';
import { useProject } from '../../project/current-project.tsx';
import { countryWords, platformWords } from '../../report/dimension-words.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Description, DescriptionList } from '../../ui/description-list.tsx';
import { formatInstant } from '../../words/format-instant.ts';

const TRACKING = { true: 'allowed', false: 'refused', null: 'not asked' } as const;

/** The install and the device that it is on. */
export function DeviceCard({ install }: { install: InstallView }) {
  const { timezone } = useProject();
  const seen = install.installed_at ?? install.first_seen_at;
  const system = [platformWords(install.platform), install.os_version].filter(Boolean).join(' ');
  const ids = [
    ['Install', install.install_id],
    ['Advertising id', install.advertising_id],
    ['Vendor id', install.vendor_id],
  ] as const;
  const touches = [
    ['First touch', install.first_touch],
    ['Last touch', install.last_touch],
  ] as const;
  return (
    <Card>
      <CardHeader title="Install" />
      <CardBody>
        <DescriptionList>
          <Description label="Installed">
            <time dateTime={seen}>{formatInstant(seen, timezone)}</time>
          </Description>
          <Description label="Device">{[install.model, system].filter(Boolean).join(' · ')}</Description>
          <Description label="Country">{countryWords(install.country)}</Description>
          {install.language && <Description label="Language">{install.language}</Description>}
          {install.app_version && <Description label="App">{install.app_version}</Description>}
          {install.sdk_version && <Description label="SDK">{install.sdk_version}</Description>}
          <Description label="Tracking">{TRACKING[`${install.tracking_authorized}`]}</Description>
          {install.imported && <Description label="Came from">imported history</Description>}
          {install.deep_link && (
            <Description label="Deep link" mono className="[&_dd]:break-all">
              {install.deep_link}
            </Description>
          )}
          {touches.map(
            ([label, touch]) =>
              touch && (
                <Description key={label} label={label} mono className="[&_dd]:break-all">
                  {[touch.source.name, touch.url ?? touch.referrer].filter(Boolean).join(' · ')}
                </Description>
              ),
          )}
          {ids.map(
            ([label, id]) =>
              id && (
                <Description key={label} label={label} mono className="[&_dd]:break-all">
                  {id}
                </Description>
              ),
          )}
        </DescriptionList>
      </CardBody>
    </Card>
  );
}
