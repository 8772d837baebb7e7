/**
 * Loaded before a server (`node --import`): its clock is off by as many milliseconds as TRIAL_CLOCK_FILE says, and runs TRIAL_CLOCK_SPEED times
 * as fast. Timers count real time, as they do when the clock of a machine is set; those of half a minute and more are shortened by the speed.
 */
import { readFileSync } from 'node:fs';

const LOOKED_AT_MS = 200;
const LONG_TIMER_MS = 30_000;

const file = process.env.TRIAL_CLOCK_FILE;
const speed = Number(process.env.TRIAL_CLOCK_SPEED ?? 1);
const RealDate = Date;
const began = RealDate.now();
let offset = 0;

const now = () => began + (RealDate.now() - began) * speed + offset;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(Math.round(now()));
    else super(...parts);
  }
  static now() {
    return Math.round(now());
  }
};

if (file !== undefined) {
  setInterval(() => {
    try {
      offset = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offset = 0;
    }
  }, LOOKED_AT_MS).unref();
}

if (speed > 1) {
  const shortened = (set) =>
    Object.assign((work, after, ...rest) => set(work, after >= LONG_TIMER_MS ? after / speed : after, ...rest), set);
  globalThis.setTimeout = shortened(globalThis.setTimeout);
  globalThis.setInterval = shortened(globalThis.setInterval);
}
