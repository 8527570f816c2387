import { handlePanelRequest } from '#server/panel-api/handle-panel-request.ts';

export { handlePanelRequest as GET, handlePanelRequest as POST };
