import type { ThemeColor } from './values.ts';

export class FakeStatusItem {
  text = '';
  tooltip = '';
  name = '';
  command: string | undefined;
  accessibilityInformation: { readonly label: string } | undefined;
  backgroundColor: ThemeColor | undefined;
  visible = false;

  show(): void {
    this.visible = true;
  }

  hide(): void {
    this.visible = false;
  }

  dispose(): void {
    this.visible = false;
  }
}
