import { BlockList, isIP } from 'node:net';

/** Networks in CIDR notation, as `192.0.2.0/24`, `2001:db8::/32`; an address alone is a network of one. */

interface Network {
  address: string;
  family: 'ipv4' | 'ipv6';
  prefix: number;
}

function parse(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;

  const bits = version === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = length === undefined ? bits : Number(length);
  return prefix > bits ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
}

export const isNetwork = (text: string): boolean => parse(text) !== undefined;

/** @returns whether an address is in one of the networks */
export function networkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.map(parse)) {
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}
