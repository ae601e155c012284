import type { AuditAction, AuditEntry } from '@trailmark/contract/audit-log';

interface Words {
  /** The name of the action where the list is filtered by it. */
  label: string;
  /** What the person did; the target follows. */
  verb: string;
  /** What follows the target. */
  tail?: string;
  /** The target is the person or the project itself and would only be repeated. */
  alone?: boolean;
}

export const AUDIT_WORDS: Record<AuditAction, Words> = {
  'project.created': { label: 'Project created', verb: 'created the project' },
  'project.updated': { label: 'Settings changed', verb: 'changed the settings', alone: true },
  'project.deleted': { label: 'Project deleted', verb: 'deleted the project' },
  'project.restored': { label: 'Project restored', verb: 'restored the project' },
  'member.invited': { label: 'Member invited', verb: 'invited' },
  'member.joined': { label: 'Member joined', verb: 'joined the project', alone: true },
  'member.role_changed': { label: 'Role changed', verb: 'changed the role of' },
  'member.removed': { label: 'Member removed', verb: 'removed', tail: 'from the project' },
  'member.left': { label: 'Member left', verb: 'left the project', alone: true },
  'invite.resent': { label: 'Invite sent again', verb: 'sent the invite of', tail: 'again' },
  'invite.revoked': { label: 'Invite taken back', verb: 'took back the invite of' },
  'key.generated': { label: 'Private key generated', verb: 'generated the private key' },
};

export interface AuditSentence {
  verb: string;
  target: string | null;
  tail: string | null;
}

/** What an entry says behind the name of the person, in words. */
export function auditSentence(entry: Pick<AuditEntry, 'action' | 'target'>): AuditSentence {
  const words = AUDIT_WORDS[entry.action];
  return {
    verb: words.verb,
    target: words.alone || !entry.target ? null : entry.target,
    tail: words.tail ?? null,
  };
}
