import { scrypt } from 'node:crypto';
import type * as vscode from 'vscode';

const MEMORY = 'mintscope.firstAccounts';
const BYTES = 6;

/**
 * Names whose data is shown and kept: `https://api.example.com#3f…`. Data stored before accounts
 * were told apart is named by the address alone. It belongs to the account of the first sign-in of
 * that time which is read for the address.
 * @param isEarlier whether the sign-in was stored before accounts were told apart.
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
 * Identifies the account that a token opens, the same each time. The result is stored with data on
 * disk, so it must not reveal the token: it is slow to compute (about 50 ms) and too short to
 * confirm a guess.
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
