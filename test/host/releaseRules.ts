export interface ReleaseFiles {
  readonly manifest: string;
  readonly lock: string;
  readonly readme: string;
  readonly changelog: string;
}

/** Three numbers, the only form of a version that the marketplace accepts. */
const TAG = /^v(\d+\.\d+\.\d+)$/;

/** The reasons why a commit must not be released under a tag; none if it may. */
export function releaseProblems(tag: string, files: ReleaseFiles): string[] {
  const [, version] = TAG.exec(tag) ?? [];
  if (version === undefined) return [`The tag is “${tag}”; it has to be like v1.2.3.`];
  const problems: string[] = [];
  const expect = (found: string | undefined, where: string) => {
    if (found !== version) {
      problems.push(`The tag says ${version}, but ${where} says ${found ?? 'nothing'}.`);
    }
  };
  const lock = JSON.parse(files.lock) as {
    version?: string;
    packages?: Record<string, { version?: string }>;
  };
  expect((JSON.parse(files.manifest) as { version?: string }).version, 'package.json');
  expect(lock.version, 'package-lock.json');
  expect(lock.packages?.['']?.version, 'the first package of package-lock.json');
  expect(
    /mintscope-(\d+\.\d+\.\d+)\.vsix/.exec(files.readme)?.[1],
    'the install line of README.md',
  );
  if (changesOf(version, files.changelog) === '') {
    problems.push(
      `CHANGELOG.md has no changes below a heading such as “## [${version}] - 2026-01-31”.`,
    );
  }
  if (changesOf('Unreleased', files.changelog) !== '') {
    problems.push('CHANGELOG.md still has changes below “## [Unreleased]”.');
  }
  return problems;
}

/**
 * The section of a version in the changelog, without its heading; empty if there is none or its
 * heading has no date.
 */
export function changesOf(version: string, changelog: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`)) ?? '';
  const [heading = '', ...lines] = section.split('\n');
  const isDated = /^\[[\d.]+\] - \d{4}-\d\d-\d\d$/.test(heading.trimEnd());
  return isDated || version === 'Unreleased' ? lines.join('\n').trim() : '';
}
