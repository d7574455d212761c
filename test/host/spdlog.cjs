/*
 * Replaces @vscode/spdlog in the editor of the tests, which is native and is not compiled there.
 * Without it the editor writes no logs, and they are evidence of failed tests. It has only what the
 * editor calls, and writes each line at once.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  #file;
  #level = LEVELS.indexOf('info');
  #plain = false;

  constructor(file) {
    this.#file = file;
    for (const [level, name] of LEVELS.entries()) {
      this[name] = (text) => {
        if (level < this.#level) return;
        const head = this.#plain ? '' : `${new Date().toISOString()} [${name}] `;
        appendFileSync(this.#file, `${head}${text}${this.#plain ? '' : '\n'}`);
      };
    }
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  clearFormatters() {
    this.#plain = true;
  }

  setPattern() {
    this.#plain = false;
  }

  flush() {}
  drop() {}
}

async function create(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger(file);
}

exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
