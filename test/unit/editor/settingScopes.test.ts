import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';

interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { scope: string }>> };
  };
}

const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
const { capabilities, contributes } = JSON.parse(text) as Manifest;
const scopes = contributes.configuration.properties;

describe('Settings of a workspace', () => {
  it('a workspace cannot choose where the token is sent or start requests', () => {
    assert.equal(scopes['mintscope.baseUrl']?.scope, 'application');
    assert.equal(scopes['mintscope.autoRefresh']?.scope, 'application');
  });

  it('an untrusted workspace causes no request to another server', () => {
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    const harmless = ['mintscope.pageSize', 'mintscope.autoReveal', 'mintscope.hovers'];
    const others = Object.keys(scopes).filter(
      (name) => scopes[name]?.scope !== 'application' && !harmless.includes(name),
    );
    assert.deepEqual(others.sort(), [...restrictedConfigurations].sort());
  });
});
