import { expect, it } from 'vitest';
import { signInMemory } from './sign-in-memory.ts';

function storage(values = new Map<string, string>()) {
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
  };
}

it('remembers the project of each network apart', () => {
  const memory = signInMemory(storage());
  memory.keep('META', { projectId: 'p1', isConnected: false });
  memory.keep('TIKTOK', { projectId: 'p2', isConnected: true });
  expect(memory.find('META')).toEqual({ projectId: 'p1', isConnected: false });
  expect(memory.find('TIKTOK')).toEqual({ projectId: 'p2', isConnected: true });
  memory.forget('META');
  expect(memory.find('META')).toBeNull();
  expect(memory.find('TIKTOK')).not.toBeNull();
});

it.each(['{', 'null', '[]', '{"projectId":7}'])('finds nothing in %s', (text) => {
  expect(signInMemory(storage(new Map([['network_sign_in:META', text]]))).find('META')).toBeNull();
});
