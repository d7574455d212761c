const VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

/**
 * Removes the variables of the environment that name a proxy, or hosts without one, during each case.
 * Call it within `describe`.
 */
export function withoutProxyVariables(): void {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  beforeEach(() => {
    for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
}
