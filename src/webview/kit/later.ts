/** Calls `work` once, `ms` milliseconds after the first `soon`, and again after the next one. */
export function later(
  ms: number,
  work: () => void,
): { readonly soon: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon() {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, ms);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
