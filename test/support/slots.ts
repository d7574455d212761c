/*
 * A process of its own: prints the process-wide dispatcher slots before, during and after requests
 * of Mintscope to the service at the given address. Nothing here may use `fetch` or import
 * `node:http`, because Node itself fills the slots then.
 */
const slots = () =>
  [1, 2].map((version) => {
    const name = Symbol.for(`undici.globalDispatcher.${version}`);
    const slot = Object.getOwnPropertyDescriptor(globalThis, name);
    return slot ? Object.keys(slot) : 'empty';
  });

// Imports written at the top would run before this line.
const before = slots();
const { clientFor, first, noAbort } = await import('./client.ts');
const { PROJECTS } = await import('../../src/lists/projects.ts');
const { client, transport } = clientFor(process.argv[2] ?? '');
const { rows } = await client.page(PROJECTS, first, noAbort);
const during = slots();
await transport.close();
console.log(JSON.stringify({ before, during, after: slots(), rows: rows.length }));

export {};
