import { LatestDeliveries } from '../../features/deliveries/latest-deliveries.tsx';
import { ToolPage } from '../../features/integrations/tool-page.tsx';

/** One analytics tool, and what was sent to it last. */
export function ToolScreen() {
  return <ToolPage latest={(connectionId) => <LatestDeliveries connectionId={connectionId} />} />;
}
