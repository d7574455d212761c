import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/**
 * What these files of undici export instead, so that half of it need not ship. Of its two builds of
 * the HTTP parser the plain one runs on every processor; it is compressed, and unpacked in half a
 * millisecond. Mintscope only reads (service-interface §4), so it sends no request bodies; and undici
 * uses HTTP/2 only if an option says so: loading Node's module for it takes a quarter of the time that
 * the first request waits for undici.
 */
const replaced = [
  [/llhttp[\\/]llhttp_simd-wasm/, () => "require('./llhttp-wasm.js')"],
  [/llhttp[\\/]llhttp-wasm/, (path) => unpacked(require(path))],
  [/llhttp[\\/]constants/, (path) => JSON.stringify(used(require(path)))],
  [/web[\\/]fetch[\\/]body|dispatcher[\\/]client-h2/, () => '{}'],
];

export const lessUndici = {
  name: 'less-undici',
  setup(build) {
    for (const [file, exported] of replaced) {
      const filter = new RegExp(`[\\\\/]undici[\\\\/]lib[\\\\/](${file.source})\\.js$`);
      build.onLoad({ filter }, ({ path }) => ({ contents: `module.exports = ${exported(path)};` }));
    }
  },
};

function unpacked(wasm) {
  const packed = brotliCompressSync(wasm).toString('base64');
  return `require('node:zlib').brotliDecompressSync(Buffer.from('${packed}', 'base64'))`;
}

/** Of its tables, those that the client reads. */
function used({ ERROR, TYPE }) {
  return { ERROR, TYPE };
}
