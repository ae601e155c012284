import { createScriptedPhone, type PhoneScript, type ScriptedPhone } from './scripted-phone.ts';

/** Timers of the SDK run so much faster, so that a test does not wait for back-off. */
const SPEED = 50;
/** How long the SDK waits for an answer: that is left to the server. */
const ANSWER_MS = 30_000;

/** A phone whose native side is scripted and whose requests are real. */
export function createPhoneOnline(
  given: Partial<PhoneScript> & Pick<PhoneScript, 'now'> & { ip?: string },
): ScriptedPhone {
  const { ip = '103.9.9.9', ...script } = given;
  return createScriptedPhone({
    platform: 'ANDROID',
    device: {
      brand: 'google',
      device_model: 'Pixel 7',
      system_version: '13',
      language: 'en-IN',
      app_version: '2.3.4',
      installer_package: 'com.android.vending',
    },
    sources: {},
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': ip } }),
    random: Math.random,
    schedule: (run, ms) => void setTimeout(run, ms === ANSWER_MS ? ms : ms / SPEED).unref(),
    ...script,
  });
}
