import { type CountName } from '../../core/model/counts.ts';

/** The stages of service-interface §2.4, from done to not begun. */
export const STAGES = [
  'confirmed',
  'processing',
  'pending',
] as const satisfies readonly CountName[];

export type Stage = (typeof STAGES)[number];

export const LABELS: Record<CountName, { readonly label: string; readonly meaning: string }> = {
  confirmed: { label: 'Confirmed', meaning: 'Confirmed on the blockchain (on-chain)' },
  processing: { label: 'Processing', meaning: 'Being minted now, not confirmed yet' },
  pending: { label: 'Pending', meaning: 'Lazily minted: waiting, not being minted now' },
  total: { label: 'Total', meaning: 'All NFTs of the project' },
};

export function isStage(key: string): key is Stage {
  return STAGES.some((stage) => stage === key);
}
