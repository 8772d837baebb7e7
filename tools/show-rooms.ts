/** Prints the rooms of src/ in layers, the lowest first, each with the rooms that it imports: `npm run rooms`. */
import { checkImports } from './check-imports.ts';
import { layersOf, roomImports } from './room-picture.ts';

const { edges } = await checkImports(['src'], process.cwd());
const rooms = roomImports(edges);
const { layers, circle } = layersOf(rooms);
const width = Math.max(...[...rooms.keys()].map((room) => room.length));

for (const [index, layer] of layers.entries()) {
  console.log(`Layer ${index + 1}`);
  for (const room of layer) console.log(`  ${room.padEnd(width)}  ${[...(rooms.get(room) ?? [])].sort().join(', ')}`.trimEnd());
}
if (circle.length > 0) {
  console.error(`In a circle, or above one: ${circle.join(', ')}`);
  process.exitCode = 1;
}
