/** The process of one group, which shares neither heap nor code with another. */
import { answer } from './child.ts';
import { FULL, QUICK, type GroupBench } from './effort.ts';

export interface GroupQuestion {
  readonly file: string;
  readonly quick: boolean;
}

answer(async ({ file, quick }: GroupQuestion) => {
  const { bench } = (await import(`./${file}.ts`)) as { readonly bench: GroupBench };
  return await bench(quick ? QUICK : FULL);
});
