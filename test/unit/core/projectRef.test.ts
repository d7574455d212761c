import assert from 'node:assert/strict';
import {
  badReference,
  describeId,
  describeRef,
  otherKind,
  parseProjectRef,
  titleWithId,
  typedRefs,
  unseenProject,
} from '../../../src/core/model/projectRef.ts';
import { projectOfLink } from '../../../src/features/stats/deepLink.ts';
import { project } from '../../support/projects.ts';

/** The meaning of `text`: references as `t/12`, what is wrong with it, or words. */
function read(text: string): string {
  return typedRefs(text).join(' ') || (badReference(text) ?? 'words');
}

describe('Reference of a project', () => {
  const NO_ID = 'After t/ comes the project’s id in digits, as in t/12.';
  const cases: Readonly<Record<string, string>> = {
    ' T / 12 ': 't/12',
    'N/012': 'n/12',
    '12': 't/12 n/12',
    't/9007199254740993': 't/9007199254740993',
    '': 'words',
    harbor: 'words',
    '-5': 'words',
    '１２': 'words',
    'and/or': 'words',
    'x/12': '“x/” is not a kind of project. Type t/ for transferable or n/ for non-transferable.',
    't/': NO_ID,
    't/abc': NO_ID,
    't/12/stats': NO_ID,
    't/12 n/13': NO_ID,
  };
  it('reads a reference, an id of either kind, or words, and says what an odd reference lacks', () => {
    for (const [text, meaning] of Object.entries(cases)) assert.equal(read(text), meaning, text);
  });

  it('parses a reference to its kind and id, and rejects a malformed one', () => {
    assert.deepEqual(parseProjectRef('n/007'), 'n/7');
    for (const text of ['12', '', 'x/12', 't/..', 'harbor']) {
      assert.equal(parseProjectRef(text), undefined, text);
    }
  });

  it('a reference can be turned into that of the other kind, or into a row that is not loaded', () => {
    assert.deepEqual(otherKind('t/7'), 'n/7');
    assert.deepEqual(otherKind('n/7'), 't/7');
    assert.equal(unseenProject('n/7').transferable, false);
  });

  it('reads a project from a link only if its path has exactly the form /projects/kind/id', () => {
    assert.deepEqual(projectOfLink('/projects/t/7012'), 't/7012');
    for (const path of [
      ...['', '/projects/7012', '/projects/t/', '/projects/x/1', 'projects/t/1', '/projects/T/1'],
      ...['/projects/t/1/stats', '/projects/t/1?x', '/x/projects/t/1', '/projects/t/%31'],
      ...['/projects/t/1\n', `/projects/t/${'1'.repeat(41)}`],
    ]) {
      assert.equal(projectOfLink(path), undefined, path);
    }
  });

  it('describes a project by its id and its kind, or by what is known of them', () => {
    assert.equal(describeRef('t/12'), '12 · transferable');
    assert.equal(describeRef('n/12'), '12 · non-transferable');
    assert.equal(describeId(project('12', { transferable: true })), '12 · transferable');
    assert.equal(describeId(project('12')), '12');
    assert.equal(describeId(project(undefined)), undefined);
  });

  it('shows the id behind a name that is written from right to left', () => {
    assert.equal(titleWithId('Harbor', '12 · transferable'), 'Harbor (12 · transferable)');
    assert.equal(titleWithId('נמל', '12'), 'נמל\u200e (12)');
  });
});
