import { handlePanelRequest } from '#server/api/handle-panel-request.ts';

export { handlePanelRequest as GET, handlePanelRequest as POST };
