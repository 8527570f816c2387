/** An `EventSource` whose events a test dispatches. */
export class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  static get open(): FakeSource[] {
    return FakeSource.all.filter((source) => !source.closed);
  }
  closed = false;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;

  constructor() {
    super();
    FakeSource.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  emit(name: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
}
