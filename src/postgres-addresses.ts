/** Addresses of PostgreSQL that name several hosts, as libpq has them: `postgres://user:password@one:5432,two:5432/name`. */

interface Parts {
  readonly before: string;
  readonly hosts: readonly string[];
  readonly after: string;
}

function partsOf(address: string): Parts | undefined {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(.*)$/s.exec(address) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return undefined;
  return { before, hosts: hosts.split(','), after };
}

/** The address of each host alone, in their order; none where the text is no address of PostgreSQL. */
export function singleHostAddresses(address: string): string[] {
  const parts = partsOf(address);
  if (parts === undefined) return [];
  const addresses = parts.hosts.map((host) => `${parts.before}${host}${parts.after}`);
  return parts.hosts.includes('') || !addresses.every((one) => URL.canParse(one)) ? [] : addresses;
}

/** The hosts and ports, without credentials. */
export function hostsOfAddress(address: string): string {
  return singleHostAddresses(address)
    .map((one) => new URL(one).host)
    .join(',');
}
