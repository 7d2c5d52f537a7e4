import { testBothLayers } from './both-layers.ts'

testBothLayers(3)
