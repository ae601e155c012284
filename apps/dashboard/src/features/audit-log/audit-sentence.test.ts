import { AUDIT_ACTIONS } from '@trailmark/contract/audit-log';
import { describe, expect, it } from 'vitest';
import { AUDIT_WORDS, auditSentence } from './audit-sentence.ts';

function inWords(action: (typeof AUDIT_ACTIONS)[number], target: string): string {
  const { verb, target: whom, tail } = auditSentence({ action, target });
  return [verb, whom, tail].filter(Boolean).join(' ');
}

describe('auditSentence', () => {
  it.each([
    ['member.role_changed', 'changed the role of ben@kite.example'],
    ['member.invited', 'invited ben@kite.example'],
    ['member.removed', 'removed ben@kite.example from the project'],
    ['invite.resent', 'sent the invite of ben@kite.example again'],
    ['invite.revoked', 'revoked the invite of ben@kite.example'],
    ['member.joined', 'joined the project'],
    ['member.left', 'left the project'],
    ['project.updated', 'changed the settings'],
  ] as const)('%s reads "%s"', (action, words) => {
    expect(inWords(action, 'ben@kite.example')).toBe(words);
  });

  it('names the project and the key where they add information', () => {
    expect(inWords('project.deleted', 'Kite')).toBe('deleted the project Kite');
    expect(inWords('key.generated', 'tmk_4f2a')).toBe('generated the private key tmk_4f2a');
  });

  it('ends without a gap when the target is empty', () => {
    expect(inWords('project.created', '')).toBe('created the project');
  });

  it('gives every action a name of its own', () => {
    const labels = AUDIT_ACTIONS.map((action) => AUDIT_WORDS[action].label);
    expect(new Set(labels).size).toBe(AUDIT_ACTIONS.length);
  });
});
