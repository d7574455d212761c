import { scrypt } from 'node:crypto';
import type * as vscode from 'vscode';

const MEMORY = 'mintscope.firstAccounts';
const BYTES = 6;

/**
 * The name under which the data of an account is stored: `https://api.example.com#3f…`. Before
 * there were accounts, data was stored under the address alone. The first sign-in from that time
 * that is read for an address keeps the address alone as its name, and so keeps that data.
 * @param isEarlier whether the sign-in was stored before there were accounts.
 */
export async function accountName(
  memory: vscode.Memento,
  base: string,
  token: string,
  isEarlier = false,
): Promise<string> {
  const account = await accountOf(base, token);
  let first = firstAccounts(memory);
  if (isEarlier && first[base] === undefined) {
    first = { ...first, [base]: account };
    await memory.update(MEMORY, first);
  }
  return first[base] === account ? base : `${base}#${account}`;
}

/**
 * Identifies the account of a token; the same token always gives the same result. It is stored with
 * data on disk, so it must not reveal the token: it takes about 50 ms to compute, which makes
 * guessing slow, and has only 48 bits, so many tokens share it.
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

function firstAccounts(memory: vscode.Memento): Readonly<Record<string, unknown>> {
  const value = memory.get<unknown>(MEMORY);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
