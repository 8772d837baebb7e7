import { describe, expect, test } from 'vitest';
import { LiveFollowers } from '../../../src/kernel/live-followers.ts';

const never = new AbortController().signal;

describe('a follower', () => {
  test('is told of its topic alone, and of what came before it asked, once', async () => {
    const followers = new LiveFollowers();
    const feed = followers.add('feed', never);
    const file = followers.add('ingest 7', never);
    followers.tell('feed');
    followers.tell('feed');
    expect(await feed.next()).toBe(true);
    const next = feed.next();
    followers.tell('ingest 7');
    expect(await file.next()).toBe(true);
    feed.close();
    expect(await next).toBe(false);
    expect(await feed.next()).toBe(false);
  });

  test('is told by a signal for all, and ends with its stream', async () => {
    const followers = new LiveFollowers();
    const stream = new AbortController();
    const account = followers.add('notifications 3', stream.signal);
    followers.tellAll();
    expect(await account.next()).toBe(true);
    const next = account.next();
    expect(followers.count).toBe(1);
    stream.abort();
    expect(await next).toBe(false);
    expect(followers.count).toBe(0);
    const late = followers.add('feed', stream.signal);
    expect(await late.next()).toBe(false);
    expect(followers.count).toBe(0);
  });
});
