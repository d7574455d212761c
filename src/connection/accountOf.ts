import { scrypt } from 'node:crypto';

const BYTES = 6;

/**
 * Names the account that a token opens, the same each time, for what is kept of it on disk. It must
 * not tell the token: it is slow to compute (some 50 ms) and too short for a guess to be certain.
 * @param base the address of the service, with its path prefix.
 */
export function accountOf(base: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(token, `mintscope ${base}`, BYTES, (error, name) => {
      if (error) reject(error);
      else resolve(name.toString('hex'));
    });
  });
}
