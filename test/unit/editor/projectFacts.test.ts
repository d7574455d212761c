import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { projectFacts } from '../../../src/editor/flows/stats/projectFacts.ts';
import { project } from '../../support/projects.ts';

describe('what a stats panel is told of a project', () => {
  it('is its words, as far as the service gave them', () => {
    assert.deepEqual(projectFacts(project('1', { name: 'A', mintAddress: 'm', status: 'x' })), {
      name: 'A',
      status: 'x',
      mintAddress: 'm',
    });
  });

  const ofLength = (length: number) => 'https://a.example/'.padEnd(length, 'x');
  for (const image of [
    'https://a.example/1.png?x=1%262',
    'http://127.0.0.1:8080/1.png',
    'http://localhost/1.png',
    ofLength(2048),
  ]) {
    it(`is the image: ${image.slice(0, 40)}`, () => {
      assert.deepEqual(projectFacts(project('1', { image })), { image });
    });
  }

  for (const image of [
    'http://a.example/1.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'file:///etc/hosts',
    'ftp://127.0.0.1/1.png',
    '1.png',
    '',
    ofLength(2049),
  ]) {
    it(`is no image: ${image.slice(0, 40)} (${image.length})`, () => {
      assert.deepEqual(projectFacts(project('1', { image })), {});
    });
  }
});
