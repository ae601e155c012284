import { CaptureEventBody, InitBody } from '@trailmark/contract/client-bodies';
import { describe, expect, it } from 'vitest';
import { captureEventCurl, initCurl } from './curl-examples.ts';

const where = { origin: 'https://t.example', token: 'tm_abc', platform: 'ANDROID' } as const;

const bodyOf = (command: string) =>
  JSON.parse(/-d '([\s\S]*)'$/.exec(command)?.[1]?.replaceAll("'\\''", "'") ?? '') as Record<string, unknown>;

describe('the calls to try', () => {
  it('carry the token, the platform and one install', () => {
    const [init, event] = [initCurl(where), captureEventCurl({ ...where, platform: 'IOS' })];
    expect(init).toContain('curl -X POST https://t.example/api/client/init \\\n');
    expect(event).toContain('curl -X POST https://t.example/api/client/capture-event \\\n');
    expect(bodyOf(init)).toMatchObject({ token: 'tm_abc', platform: 'ANDROID' });
    expect(bodyOf(event)).toMatchObject({ token: 'tm_abc', platform: 'IOS', event_name: 'add_to_cart' });
    expect(bodyOf(event).install_instance_id).toBe(bodyOf(init).install_instance_id);
    expect(bodyOf(init).install_instance_id).toMatch(/^[A-Za-z0-9]{20}$/);
  });

  it('are what the contract takes', () => {
    expect(InitBody.safeParse(bodyOf(initCurl(where))).error).toBeUndefined();
    expect(CaptureEventBody.safeParse(bodyOf(captureEventCurl(where))).error).toBeUndefined();
  });

  it('stay one text for the shell', () => {
    const command = initCurl({ ...where, token: "it's" });
    expect(command).toContain(`it'\\''s`);
    expect(bodyOf(command).token).toBe("it's");
  });
});
