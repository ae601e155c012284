import { Link } from '@tanstack/react-router';
import { cn } from '../ui/cn.ts';

interface CampaignLinkProps {
  campaign: { campaign_id: string; name: string };
  /** How a long name is cut. */
  className: string;
}

/** The name of a campaign, which leads to it; in full where it is pointed at. */
export function CampaignLink({ campaign: { campaign_id, name }, className }: CampaignLinkProps) {
  return (
    <Link
      to="/campaigns/$campaign_id"
      params={{ campaign_id }}
      title={name}
      className={cn('link', className)}
    >
      {name}
    </Link>
  );
}
