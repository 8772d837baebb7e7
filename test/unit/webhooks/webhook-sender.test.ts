import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { mayReach } from '../../../src/adapters/webhooks/reachable-addresses.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/webhook-sender.ts';
import type { WebhookSender } from '../../../src/kernel/ports/webhook-sender.ts';
import { startWebhookSink, type WebhookSink } from '../../support/webhook-sink.ts';

const nothing = { names: new Set<string>(), blocks: new BlockList() };

let sender: WebhookSender | undefined;
let sink: WebhookSink | undefined;
afterEach(async () => {
  await sender?.close();
  await sink?.stop();
  [sender, sink] = [undefined, undefined];
});

describe('addresses that webhooks may reach', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('are public ones, such as %s', (address) =>
    expect(mayReach(address, 'example.org', nothing)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.3.4',
    '192.168.1.1',
    '100.64.0.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'example.org',
  ])('are never %s', (address) => expect(mayReach(address, 'example.org', nothing)).toBe(false));

  it('are none of this machine', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(own.filter(({ address }) => mayReach(address, 'a', nothing))).toEqual([]);
  });

  it('are those that the operator allows, by name, address or block', () => {
    const blocks = new BlockList();
    blocks.addSubnet('10.1.0.0', 16, 'ipv4');
    const allowed = { names: new Set(['inside.example.org']), blocks };
    expect(mayReach('10.1.2.3', 'a', allowed)).toBe(true);
    expect(mayReach('::ffff:10.1.2.3', 'a', allowed)).toBe(true);
    expect(mayReach('10.2.2.3', 'a', allowed)).toBe(false);
    expect(mayReach('10.2.2.3', 'Inside.example.org', allowed)).toBe(true);
  });
});

describe('an address of a webhook', () => {
  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user:secret@example.org/',
    'https://example.org/#a',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:169.254.169.254]/',
    'nonsense',
    `https://example.org/${'a'.repeat(2000)}`,
  ])('is not %s', (url) => {
    sender = createWebhookSender({ allowed: nothing, userAgent: 'test' });
    expect(sender.faultOf(url)).toEqual(expect.any(String));
  });

  it('is encrypted, unless the operator allows its host', () => {
    sender = createWebhookSender({ allowed: { names: new Set(['inside']), blocks: new BlockList() }, userAgent: 'test' });
    expect([sender.faultOf('https://example.org/hook'), sender.faultOf('http://inside:8080/')]).toEqual([undefined, undefined]);
  });
});

describe('a request', () => {
  it('goes nowhere when a name leads to this machine, whatever it led to before', async () => {
    sink = await startWebhookSink();
    const { port } = new URL(sink.url);
    const answers = [
      [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      [{ address: '127.0.0.1', family: 4 }],
      [{ address: '::1', family: 6 }],
    ];
    for (const addresses of answers) {
      const one = createWebhookSender({ allowed: nothing, userAgent: 'test', resolveName: () => Promise.resolve(addresses) });
      const sent = one.send({ url: `https://rebinding.example.org:${port}/`, headers: {}, body: '{}' });
      await expect(sent).rejects.toThrow('The address leads where webhooks may not reach.');
      await one.close();
    }
    expect(sink.received).toEqual([]);
  });

  it('follows no redirect, and tells the status that was answered', async () => {
    sink = await startWebhookSink();
    sink.answer = () => 307;
    const blocks = new BlockList();
    blocks.addAddress('127.0.0.1');
    sender = createWebhookSender({ allowed: { names: new Set(), blocks }, userAgent: 'test' });
    const body = '{"type":"DATASET_PUBLISHED","data":{"subjectId":1}}';
    expect(await sender.send({ url: sink.url, headers: { 'webhook-id': 'a' }, body })).toBe(307);
    expect(sink.received.map(({ type, headers }) => [type, headers['webhook-id'], headers['user-agent']])).toEqual([
      ['DATASET_PUBLISHED', 'a', 'test'],
    ]);
  });
});
