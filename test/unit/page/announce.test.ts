import assert from 'node:assert/strict';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import { spokenProblem } from '../../../src/core/panel/panel.ts';
import { announcement } from '../../../src/features/stats/page/progress.ts';
import { inLocale } from '../../support/inLocale.ts';

const at = Date.UTC(2026, 2, 3, 14, 2, 11);
const shown: StatsState = {
  ref: 't/12',
  facts: { name: 'Harbor Lights' },
  counts: { total: 2, confirmed: 2, processing: 0, pending: 0 },
  asOf: at,
  tone: 'underWay',
  loading: false,
  sample: false,
  loadImages: 'never',
};
const loading = { ...shown, loading: true };
const failed: StatsState = { ...shown, problem: { message: 'No answer.', action: 'retry' } };
const grown = { ...shown, counts: { ...shown.counts!, total: 3, confirmed: 3 } };
const announced = (previous: StatsState | undefined, next: StatsState) =>
  announcement(previous, next, at);

describe('Screen reader announcements of the stats panel', () => {
  inLocale('en-US', 'UTC');

  it('announces nothing when the page is new or only drawn again', () => {
    assert.equal(announced(undefined, shown), undefined);
    assert.equal(announced(undefined, failed), undefined);
    assert.equal(announced(shown, shown), undefined);
    assert.equal(announced(loading, loading), undefined);
  });

  it('announces the end of a refresh with its counts, also if they are the same', () => {
    const words = 'Updated at 14:02:11. 100%, 2 of 2 confirmed';
    assert.equal(announced({ ...failed, loading: true }, shown), words);
    assert.equal(announced(loading, shown), words);
    assert.equal(announced(shown, grown), undefined, 'counts that arrive by themselves');
    assert.equal(announced(loading, grown), 'Updated at 14:02:11. 100%, 3 of 3 confirmed');
  });

  it('names the project that is no longer watched', () => {
    const watched = { ...shown, watched: true };
    const words = announced(watched, { ...shown, watched: false });
    assert.equal(words, 'Harbor Lights is no longer watched.');
  });

  it('announces a failure once, is cleared when another load begins, and announces it again if that fails too', () => {
    const retrying = { ...failed, loading: true };
    const states = [loading, failed, retrying, failed];
    const words = states.slice(1).map((next, at) => announced(states[at], next));
    assert.deepEqual(words, ['No answer.', '', 'No answer.']);
    assert.equal(announced(failed, failed), undefined);
    assert.equal(announced(shown, loading), '');
  });

  it('says that a problem is over, which nothing else says if counts are read by themselves', () => {
    assert.equal(announced(failed, shown), undefined);
    assert.equal(spokenProblem(failed.problem, shown.problem), 'Up to date again.');
    assert.equal(spokenProblem(undefined, shown.problem), undefined);
  });
});
