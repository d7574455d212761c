import { scrypt } from 'node:crypto';

const BYTES = 6;

/**
 * The name of an account, under which its data is stored: `https://api.example.com#3f…`. The same
 * token always gives the same name. It is on disk, so it must not reveal the token: it takes about
 * 50 ms to compute, which makes guessing slow, and has only 48 bits, so many tokens share it.
 * @param base the address of the service, with its path prefix.
 */
export function accountName(base: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(token, `mintscope ${base}`, BYTES, (error, name) => {
      if (error) reject(error);
      else resolve(`${base}#${name.toString('hex')}`);
    });
  });
}
