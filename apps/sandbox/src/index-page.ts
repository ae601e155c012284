import { html, page } from './page.ts';

type Part = { href: string; name: string; about: string };

type Addresses = { issuer: string; smtpUrl: string; dnsServer: string };

export function indexPage({ issuer, smtpUrl, dnsServer }: Addresses): string {
  const parts: Part[] = [
    { href: '/inbox', name: 'Inbox', about: `Mail that arrived at ${smtpUrl}` },
    {
      href: '/oidc/.well-known/openid-configuration',
      name: 'OpenID provider',
      about: `Stands in for Google; issuer ${issuer}`,
    },
    { href: '/oidc-people', name: 'People', about: 'Accounts that the OpenID provider offers' },
    {
      href: '/analytics.json',
      name: 'Analytics',
      about: 'Product analytics received, and what was wrong with it',
    },
    { href: '/dns.json', name: 'DNS', about: `Records that the name server at ${dnsServer} answers with` },
    {
      href: '/adservices.json',
      name: 'AdServices',
      about: 'Requests for Apple attribution tokens, and what was wrong with them',
    },
    {
      href: '/receivers',
      name: 'Receivers',
      about: 'Events that analytics tools, ad networks and webhooks were sent',
    },
  ];
  const row = ({ href, name, about }: Part) =>
    html`<li><a class="row" href="${href}"><strong>${name}</strong> <span class="soft">${about}</span></a></li>`;
  const body = html`<header><h1>Trailmark sandbox</h1><p>The outside world, on this machine only.</p></header>
<ul class="list">${parts.map(row)}</ul>`;
  return page({ title: 'Overview', body });
}
