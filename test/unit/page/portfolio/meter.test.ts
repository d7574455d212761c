import assert from 'node:assert/strict';
import { meterImage } from '../../../../src/features/portfolio/page/grid/meter.ts';

describe('Bar of a row in the portfolio', () => {
  const counts = { total: 1000, confirmed: 500, processing: 250, pending: 250 };

  it('the bar has the parts in the colors of the stages, in their order', () => {
    assert.equal(
      meterImage({ counts }),
      'linear-gradient(to right, ' +
        'var(--meter-confirmed) 0.0% calc(50.0% - 1px), transparent 0 50.0%, ' +
        'var(--meter-processing) 50.0% calc(75.0% - 1px), transparent 0 75.0%, ' +
        'var(--meter-pending) 75.0% calc(100.0% - 1px), transparent 0 100.0%, transparent 0)',
    );
  });

  it('the bar shows a few failed NFTs among thousands', () => {
    const image = meterImage({ counts: { total: 9001, confirmed: 9000, failed: 1 } });
    assert.match(image, /--meter-failed\) 97\.\d% calc\(100\.0%/);
  });

  it('the bar is empty without counts or NFTs', () => {
    assert.deepEqual([meterImage({}), meterImage({ counts: { total: 0 } })], ['', '']);
  });
});
