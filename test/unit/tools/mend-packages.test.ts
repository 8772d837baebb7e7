import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withYoungClosures } from '../../../tools/mend-packages.ts';

test.each([
  ['an arrow function', 'class A { constructor(b) { this.read = () => b } }', 'class A { constructor(b) { this.read = (0,() => b) } }'],
  ['a function', 'function a(b) { b.c = function () { return b } }', 'function a(b) { b.c = (0,function () { return b }) }'],
  ['an asynchronous one', "const a = (b) => { b['c'] = async (d) => d }", "const a = (b) => { b['c'] = (0,async (d) => d) }"],
  ['one in parentheses', 'function a(b) { b.c = (() => 1); }', 'function a(b) { b.c = ((0,() => 1)); }'],
  ['one inside another', 'function a(b) { b.c = () => b.d = () => 1; }', 'function a(b) { b.c = (0,() => b.d = (0,() => 1)); }'],
  ['one of a file that returns', 'if (a) return; function b(c) { c.d = () => c }', 'if (a) return; function b(c) { c.d = (0,() => c) }'],
])('%s that is made while another runs is a value like any other', (_what, text, mended) => {
  expect(withYoungClosures(text)).toBe(mended);
});

test.each([
  ['a function made once', 'module.exports.a = function () {}; exports.b = () => 1;'],
  ['a variable', 'function a() { let b; b = () => 1; return b }'],
  ['a value', 'function a(b) { b.c = b.d; b.e = (1, 2); }'],
  ['what is no program', 'function a(b) { b.c = () => '],
])('%s stays as it is', (_what, text) => {
  expect(withYoungClosures(text)).toBe(text);
});

test('a mended program does what it did', () => {
  const program =
    'const made = {}; function a(b) { b.c = function named(d) { return d === 0 ? typeof named : b.c(d - 1) } } a(made); made.c(3)';
  const mended = withYoungClosures(program);
  expect(mended).not.toBe(program);
  expect(runInNewContext(mended)).toBe('function');
});
