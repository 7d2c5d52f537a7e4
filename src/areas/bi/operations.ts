import * as z from 'zod'
import { area, read, write } from '../../kit/operation.ts'
import { BiExport, toCsv } from './exporting.ts'
import * as queries from './queries.ts'
import { rowOperations } from './rows.ts'
import {
  BiData,
  BiDuplicate,
  BiLayout,
  BiQuery,
  BiSources,
  BiWidget,
  BiWidgetChange,
  BiWidgetDraft,
  BiWidgetWithData,
  DataFilter,
} from './schemas.ts'

const { dashboard } = queries
const keeper = { role: 'admin', or: 'owner' } as const
const query = { measures: ['count'], dimensions: ['status'] }
const widget = { title: 'Tasks by status', source: 'tasks', query }
const dashboardPath = '/bi/dashboards/{dashboard_id}'
const widgetPath = `${dashboardPath}/widgets/{widget_id}` as const
const targets = { dashboard_id: dashboard.target, widget_id: queries.widgetTarget }

export default area('bi', 'Dashboards of figures', targets, [
  read({
    id: 'listBiSources',
    summary: 'Show what figures can be made of: sources with their measures, dimensions and times',
    at: 'GET /bi/sources',
    role: 'member',
    tool: 'list_bi_sources',
    returns: BiSources,
    run: ({ settings }) => queries.listSources(settings.closedBlocks),
  }),
  dashboard.list('listBiDashboards', 'List the dashboards that I keep and those of the organization', {
    role: 'member',
    tool: 'list_bi_dashboards',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: 'name',
  }),
  dashboard.create('createBiDashboard', 'Create a dashboard of figures, with its first widgets', {
    role: 'member',
    tool: 'create_bi_dashboard',
    example: { name: 'Delivery', widgets: [widget] },
    run: ({ body, id }) => queries.create(id, body),
  }),
  dashboard.find('getBiDashboard', 'Get a dashboard with its widgets, without their figures', {
    role: 'member',
    tool: 'get_bi_dashboard',
  }),
  dashboard.change('updateBiDashboard', 'Change, share or hand over a dashboard', {
    ...keeper,
    example: { name: 'Delivery of the year' },
    run: ({ params: { dashboard_id }, body }) => queries.changeDashboard(dashboard_id, body),
  }),
  dashboard.remove('deleteBiDashboard', 'Delete a dashboard', { ...keeper, tool: 'delete_bi_dashboard' }),
  write({
    id: 'duplicateBiDashboard',
    summary: 'Copy a dashboard; the copy is mine and private',
    at: `POST ${dashboardPath}/duplicate`,
    role: 'member',
    audit: 'bi_dashboard.created',
    details: 'Without widgets over sources that I may not read.',
    body: BiDuplicate,
    returns: dashboard.Detail,
    status: 201,
    refuses: [409],
    example: { body: {} },
    run: ({ params: { dashboard_id }, body, id }) => queries.copy(dashboard_id, id(), body.name),
  }),
  write({
    id: 'createBiWidget',
    summary: 'Add a figure to a dashboard, and see its first rows',
    at: `POST ${dashboardPath}/widgets`,
    ...keeper,
    heavy: true,
    tool: 'create_bi_widget',
    audit: 'bi_widget.created',
    details: 'Placed where there is room unless x and y are sent.',
    body: BiWidgetDraft,
    returns: BiWidgetWithData,
    status: 201,
    refuses: [403, 409],
    example: { body: widget },
    run: ({ params: { dashboard_id }, body, id, settings }) =>
      queries.addWidget(dashboard_id, id(), body, settings.closedBlocks),
  }),
  read({
    id: 'getBiWidget',
    summary: 'Get a figure of a dashboard: what is asked, how it is drawn, and its place',
    at: `GET ${widgetPath}`,
    role: 'member',
    returns: BiWidget,
    run: ({ params: { widget_id } }) => queries.widget(widget_id),
  }),
  write({
    id: 'updateBiWidget',
    summary: 'Change a figure of a dashboard, and see its first rows',
    at: `PATCH ${widgetPath}`,
    ...keeper,
    heavy: true,
    tool: 'update_bi_widget',
    audit: 'bi_widget.updated',
    body: BiWidgetChange,
    returns: BiWidgetWithData,
    refuses: [403, 409],
    example: { body: { ...widget, title: 'All tasks', query: { measures: ['count'] } } },
    run: ({ params: { widget_id }, body: { version, ...change }, settings }) =>
      queries.changeWidget(widget_id, version, change, settings.closedBlocks),
  }),
  write({
    id: 'deleteBiWidget',
    summary: 'Remove a figure from a dashboard',
    at: `DELETE ${widgetPath}`,
    ...keeper,
    tool: 'delete_bi_widget',
    audit: 'bi_widget.deleted',
    status: 204,
    example: {},
    run: ({ params: { widget_id } }) => queries.removeWidget(widget_id),
  }),
  write({
    id: 'updateBiLayout',
    summary: 'Place figures of a dashboard on its grid',
    at: `PUT ${dashboardPath}/layout`,
    ...keeper,
    audit: 'bi_dashboard.updated',
    body: BiLayout,
    returns: dashboard.Detail,
    example: { body: { items: [{ widget_id: '{widget_id}', x: 0, y: 100, w: 12, h: 6 }] } },
    run: ({ params: { dashboard_id }, body: { items } }) => queries.arrange(dashboard_id, items),
  }),
  read({
    id: 'getBiWidgetData',
    summary: 'Compute a figure of a dashboard, with my rights',
    at: `GET ${widgetPath}/data`,
    role: 'member',
    heavy: true,
    tool: 'get_bi_widget_data',
    query: DataFilter,
    returns: BiData,
    run: ({ params: { dashboard_id, widget_id }, query: { filters }, settings }) =>
      queries.widgetData(dashboard_id, widget_id, filters, settings.closedBlocks),
  }),
  read({
    id: 'exportBiWidget',
    summary: 'Export a figure of a dashboard as a table, with my rights',
    at: `GET ${widgetPath}/export`,
    role: 'member',
    heavy: true,
    exports: true,
    audit: 'bi_widget.exported',
    query: DataFilter,
    returns: BiExport,
    run: ({ params: { dashboard_id, widget_id }, query: { filters }, settings }) =>
      queries.widgetData(dashboard_id, widget_id, filters, settings.closedBlocks),
    transform: toCsv,
  }),
  read({
    id: 'getBiDashboardData',
    summary: 'Compute all figures of a dashboard, with my rights',
    at: `GET ${dashboardPath}/data`,
    role: 'member',
    heavy: true,
    query: DataFilter,
    returns: z
      .object({ widgets: z.record(z.string(), BiData).describe('By the id of the widget') })
      .meta({ id: 'BiDashboardData' }),
    run: ({ params: { dashboard_id }, query: { filters }, settings }) =>
      queries.dashboardData(dashboard_id, filters, settings.closedBlocks),
  }),
  read({
    id: 'runBiQuery',
    summary: 'Compute figures that no dashboard has',
    at: 'POST /bi/query',
    role: 'member',
    heavy: true,
    body: BiQuery,
    returns: BiData,
    refuses: [403],
    example: { body: { source: 'tasks', query } },
    run: ({ body, settings }) => queries.run(body.source, body.query, settings.closedBlocks),
  }),
  ...rowOperations,
])
