import { describe, expect, it } from 'vitest';
import { caddySnippet, domainIn, infoPlist, nginxSnippet, publicDomain } from './plist-snippets.ts';

describe('the domain of an Info.plist', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['example.com', 'example.com'],
    [' HTTPS://Example.com/path?x=1 ', 'example.com'],
    ['example.com:8443', 'example.com'],
  ])('%j is %j', (text, domain) => {
    expect(domainIn(text)).toBe(domain);
  });
});

it.each([
  ['https://trailmark.example.net:8443', 'trailmark.example.net'],
  ['https://xn--bcher-kva.xn--p1ai', 'xn--bcher-kva.xn--p1ai'],
  ['http://127.0.0.1:4700', null],
  ['http://[::1]:4700', null],
  ['http://localhost:4700', null],
])('the public domain of %s is %j', (address, domain) => {
  expect(publicDomain(address)).toBe(domain);
});

describe('snippets', () => {
  it('name the domain, and the installation where paths are routed to', () => {
    expect(infoPlist('example.com').match(/https:\/\/example\.com</g)).toHaveLength(2);
    const caddy = caddySnippet('example.com', 'https://trailmark.example.net');
    expect(caddy).toMatch(/^example\.com \{/);
    expect(caddy).toContain('@postbacks https://trailmark.example.net {');
    expect(nginxSnippet('https://trailmark.example.net:8443')).toContain('Host trailmark.example.net:8443;');
  });
});
