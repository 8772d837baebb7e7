import { type ComponentChildren, h } from 'preact';

/** A value with the number of its cells. */
export interface Bar {
  readonly name: string;
  readonly count: number;
}

const WIDTH = 120;
const HEIGHT = 28;
/** More bars are too narrow to be seen. */
const MOST_BARS = 24;

/** Bars of how often values occur, with the same in words for readers who cannot see them. */
export function histogram(bars: readonly Bar[]): ComponentChildren {
  const shown = bars.slice(0, MOST_BARS);
  const tallest = Math.max(1, ...shown.map(({ count }) => count));
  const step = WIDTH / Math.max(1, shown.length);
  const words = shown.map(({ name, count }) => `${name}: ${count}`).join('; ');
  return h(
    'svg',
    { class: 'histogram', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: 'img', 'aria-label': words },
    shown.map(({ name, count }, place) => {
      const height = Math.max(1, Math.round((count / tallest) * HEIGHT * 10) / 10);
      return h(
        'rect',
        { x: Math.round(place * step * 10) / 10, y: HEIGHT - height, width: Math.round(step * 8) / 10, height },
        h('title', null, `${name}: ${count}`),
      );
    }),
  );
}
