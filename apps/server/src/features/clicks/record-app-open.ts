import { signClick } from '@trailmark/core/links/signed-click';
import type { OpenedLink } from '../../pipeline/opened-link.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { namedId } from '../../platform/ids.ts';
import type { Kit } from '../../platform/kit.ts';
import { deviceKey } from './device-key.ts';
import type { Recorder } from './recorder.ts';

/**
 * A link that the system handed straight to the app never came by us: it is a click all the same, and recorded
 * as one. Told again within the minute it is the same click. Answers with the signed click id.
 */
export function createAppOpens(kit: Pick<Kit, 'secrets'>, recorder: Pick<Recorder, 'click'>) {
  return async (opened: OpenedLink): Promise<string> => {
    const { projectId, linkId, advertisingId, ip } = opened;
    const at = new Date(Math.floor(opened.at.getTime() / MINUTE_MS) * MINUTE_MS);
    const id = namedId(at, `${projectId}\n${linkId}\n${opened.installId}`);
    const salt = kit.secrets.macKey('devices').toString('hex');
    await recorder.click({
      project_id: projectId,
      id,
      clicked_at: at.toISOString(),
      link_id: linkId,
      campaign_id: opened.campaignId,
      network: opened.network,
      platform: opened.platform,
      country: opened.country,
      device_key: deviceKey(salt, { advertisingId, ip: null, userAgent: opened.installId }),
      ip,
      user_agent: null,
      os_version: null,
      model: null,
      language: null,
      advertising_id: advertisingId,
      click_ids: null,
      params: null,
      outcome: 'app',
    });
    return signClick({ id, projectId, linkId }, kit.secrets.macKey('clicks'));
  };
}
