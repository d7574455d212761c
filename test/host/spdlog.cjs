/*
 * Stands in for @vscode/spdlog in the editor of the tests. That module is native and nothing is
 * compiled here; without it the editor keeps no logs, and the log of an extension is part of what
 * explains a failed test. Only what the editor calls is here: it writes each line at once.
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
