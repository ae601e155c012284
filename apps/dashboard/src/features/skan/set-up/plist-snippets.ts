/** Where an app names the domain that gets copies of its postbacks. */
export const infoPlist = (domain: string) => `<key>NSAdvertisingAttributionReportEndpoint</key>
<string>https://${domain}</string>
<key>AttributionCopyEndpoint</key>
<string>https://${domain}</string>
<key>EligibleForAdAttributionKitReengagementPostbackCopies</key>
<true/>`;

export const caddySnippet = (domain: string, server: string) => `${domain} {
  @postbacks path /.well-known/skadnetwork/* /.well-known/appattribution/*
  reverse_proxy @postbacks ${server} {
    header_up Host {upstream_hostport}
  }
  # … the website itself
}`;

export const nginxSnippet = (
  server: string,
) => `location ~ ^/\\.well-known/(skadnetwork|appattribution)/report-attribution/?$ {
  proxy_pass ${server};
  proxy_set_header Host ${hostOf(server)};
  proxy_ssl_server_name on;
}`;

/** The host of an address, with its port. */
function hostOf(address: string): string {
  return new URL(address).host;
}

/** The host of an address where it is a domain; devices send to no address in numbers and to no localhost. */
export function publicDomain(address: string): string | null {
  const { hostname } = new URL(address);
  return /\.[a-z][a-z0-9-]*$/.test(hostname) ? hostname : null;
}

/** The domain that somebody typed, whatever was pasted around it; null: none. */
export function domainIn(text: string): string | null {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#:].*$/, '');
  return host || null;
}
